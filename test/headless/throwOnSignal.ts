/** Preloaded into Greenroom: SIGUSR2 plants an exception in a timer and a `setImmediate` callback, and a rejection. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('planted in a timer');
  }, 1);
  setImmediate(() => {
    throw new Error('planted in setImmediate');
  });
  void Promise.reject(new Error('planted in a promise'));
});
