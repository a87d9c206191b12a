import { renewal } from '../auth/renewal.js'
import { tokenRequest } from '../auth/token-request.js'
import type { Rule } from '../rule.js'
import { responseStatus } from './answer-status.js'
import { postData, putChange, situation } from './bodies.js'
import { complete } from './complete.js'
import { hashCarried, hashIssued } from './hash-carried.js'
import { limitHit } from './limit-hit.js'
import { order, sequential } from './order.js'
import { spacing, totalTime } from './pace.js'
import { productData, productId, sameProduct } from './product.js'
import { remove, rightRoutes } from './right-routes.js'
import { renewalBounded, renewalJustified, tokenRenewed } from './token-renewed.js'

/**
 * The rules about a run of the five steps. If one exchange breaks several, the first one in this list is the likelier
 * cause: rules about requests come before rules about responses.
 */
export const homologationRules: readonly Rule[] = [
  rightRoutes,
  order,
  sequential,
  postData,
  sameProduct,
  tokenRenewed,
  spacing,
  hashCarried,
  putChange,
  situation,
  remove,
  renewalBounded,
  renewalJustified,
  renewal,
  tokenRequest,
  limitHit,
  productData,
  hashIssued,
  productId,
  responseStatus,
  totalTime,
  complete,
]
