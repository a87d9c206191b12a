import { start } from './main.js'

// Without `await`, because the single executable is CommonJS, which has no top-level await.
void start()
