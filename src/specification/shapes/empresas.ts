import type { ShapeTable } from '../shapes.js'
import { dia, registro, texto } from './shared.js'

export const Empresa = registro({}, { id: texto, nome: texto, cnpj: texto, email: texto, dataContrato: dia })

export const document = {
  'read-own': { data: Empresa },
} satisfies ShapeTable
