// `npm start`: builds what is needed and becomes the service, in this one process. With --migrate-only
// it brings the database to this release, and ends.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `quartermaster: Node ${process.versions.node} is too old. Install Node 20.19 or newer.\n`,
  );
  process.exit(1);
}

// Asked for before anything that takes time: the shell between npm and this process may end soon.
const parent = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;

const { buildIfNeeded } = await import('./build.mjs');
try {
  buildIfNeeded();
} catch (error) {
  process.stderr.write(
    `quartermaster: the sources cannot be built (${error.message.split('\n', 1)[0]}). ` +
      'Run `npm ci` and `npm run build` as the user who owns the checkout.\n',
  );
  process.exit(1);
}

const { main } = await import('../dist/bundle/main.js');
await main({ parent, migrateOnly: process.argv.includes('--migrate-only') });
// Whatever still has a timer or a socket open has no say in it.
process.exit();
