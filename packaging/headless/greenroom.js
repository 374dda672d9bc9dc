// Starts Greenroom without a window; `node greenroom.js --help` lists the flags. Old syntax only, so that an old Node can read it.
var numbers = process.versions.node.split('.').map(Number);

// launchd starts again after every code but 0, also what only a person can correct.
if (process.env.GREENROOM_STAYS_STOPPED === '1')
  process.on('exit', function (code) {
    if (code === 2 || code === 3) process.exitCode = 0;
  });

if (numbers[0] > 22 || (numbers[0] === 22 && numbers[1] >= 18)) {
  import('./out/main/headless.js');
} else {
  console.error(
    'Greenroom needs Node 22.18 or later, and this is Node ' +
      process.versions.node +
      '. Nothing was started. Install a newer Node, or start Greenroom with one that you have.',
  );
  process.exitCode = 2;
}
