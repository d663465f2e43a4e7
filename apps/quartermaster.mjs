#!/usr/bin/env node
// The command `quartermaster`: builds what is needed and becomes the command line.
import { buildIfNeeded } from './build.mjs';

buildIfNeeded();
await import('../dist/cli/src/main.js');
