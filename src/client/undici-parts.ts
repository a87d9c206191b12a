/**
 * The two parts of undici that the transport needs. The whole package takes 80 ms longer to load. The bundle puts what this file imports
 * into a chunk of its own (rolldown.config.mjs).
 */
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
