/** Programs that the tests start do not get the compile cache of the tests’ own processes: strace counts the system calls of some of them. */
delete process.env['NODE_COMPILE_CACHE'];
