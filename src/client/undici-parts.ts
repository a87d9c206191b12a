/** Imports only undici's client and connector, because the whole package takes about 80 ms longer to load. */
export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
