// The service module by module, so that one that was loaded before is the one that it has.
import { main } from '../../../../dist/api/src/main.js';

await main({});
process.exit();
