// `npm run chart:render`: writes deploy/kubernetes/quartermaster.yaml anew. Needs helm.
import { writeFileSync } from 'node:fs';
import { chartHeader, RENDERED, renderChart } from './chart.js';

const rendered = renderChart();
if (rendered === undefined) {
  process.stderr.write('There is no helm here.\n');
  process.exitCode = 1;
} else {
  writeFileSync(RENDERED, chartHeader() + rendered);
}
