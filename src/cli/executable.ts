import { start } from './main.js'

// The entry of the single executable is CommonJS, which has no top-level await.
void start()
