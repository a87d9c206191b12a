import { z } from 'zod'

/** 0 inactive, 1 active. §Custom field situation */
export const CustomFieldSituation = z.literal([0, 1])

/** The parts of the record are named and not shown. §Custom field */
export const CampoCustomizado = z.looseObject({ situacao: CustomFieldSituation.optional() })

/** The only body field of the situation PATCH. §Custom field */
export const CustomFieldSituationBody = z.strictObject({ situacao: CustomFieldSituation })
