import { allowanceOf, type Permissions } from './permissions.js'

export function live(...names: string[]): Permissions {
  return {
    embedded: false,
    write: names.length > 0,
    allow: allowanceOf(names),
    knowledge: 'specification',
  }
}
