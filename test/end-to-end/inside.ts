/** The tool without its process. A file of its own, because the entry of the tool would otherwise import it instead of a chunk. */
export { main } from '../../src/cli/main.js'
