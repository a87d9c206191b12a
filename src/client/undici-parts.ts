/** The parts of undici that the transport needs, in a chunk of their own (rolldown.config.mjs): the whole package takes 80 ms longer to load. */
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
