import { type Permissions, readAllowance } from './permissions.js'

export function live(...names: string[]): Permissions {
  return {
    embedded: false,
    write: names.length > 0,
    allow: readAllowance(names).allow,
    knowledge: 'specification',
  }
}
