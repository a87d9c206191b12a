/** The entry of the single executable, which cannot wait at the top of a module. */
import { start } from './main.js'

void start()
