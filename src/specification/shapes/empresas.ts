import type { ShapeTable } from '../shapes.js'
import { dia, parcial, texto } from './shared.js'

export const Empresa = parcial({ id: texto, nome: texto, cnpj: texto, email: texto, dataContrato: dia })

export const document = {
  'read-own': { data: Empresa },
} satisfies ShapeTable
