import { resource } from '../../samples/resource.js'
import { nota } from '../nfe/samples.js'

export const nfce = resource({ ...nota, collection: '/nfce' })
