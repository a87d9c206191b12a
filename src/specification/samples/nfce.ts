import { nota } from './nfe.js'
import { resource } from './resource.js'

export const nfce = resource({ ...nota, collection: '/nfce' })
