import { existsSync } from "node:fs";

/** Files in it never wait for a disk, which would hide what the code costs. Null where the system has none. */
export const MEMORY_FOLDER = existsSync("/dev/shm") ? "/dev/shm" : null;
