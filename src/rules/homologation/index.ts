import { renewal } from '../auth/renewal.js'
import { tokenRequest } from '../auth/token-request.js'
import type { Rule } from '../rule.js'
import { answerStatus } from './answer-status.js'
import { complete } from './complete.js'
import { remove } from './delete.js'
import { hashCarried } from './hash-carried.js'
import { hashIssued } from './hash-issued.js'
import { limitHit } from './limit-hit.js'
import { order } from './order.js'
import { postData } from './post-data.js'
import { productData } from './product-data.js'
import { productId } from './product-id.js'
import { putChange } from './put-change.js'
import { renewalBounded } from './renewal-bounded.js'
import { renewalJustified } from './renewal-justified.js'
import { rightRoutes } from './right-routes.js'
import { sameProduct } from './same-product.js'
import { sequential } from './sequential.js'
import { situation } from './situation.js'
import { spacing } from './spacing.js'
import { tokenRenewed } from './token-renewed.js'
import { totalTime } from './total-time.js'

/**
 * The rules of a run. Rules about the client's requests come before rules about the service's responses because, if
 * one exchange breaks both, the request came first.
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
  tokenRequest,
  renewal,
  limitHit,
  productData,
  hashIssued,
  productId,
  answerStatus,
  totalTime,
  complete,
]
