import type { JsonObject } from '@caseloom/contract/json'
import { createContext, use } from 'react'
import type { KnownName } from './known-names.ts'

/** What the expressions of a form may read, and examples to compute with. */
export interface ExpressionScope {
  names: readonly KnownName[]
  scope: JsonObject
  /** False while there are no examples at all: nothing can be shown then. */
  hasSamples: boolean
}

export const ExpressionScopeContext = createContext<ExpressionScope>({
  names: [],
  scope: {},
  hasSamples: false,
})

export function useExpressionScope(): ExpressionScope {
  return use(ExpressionScopeContext)
}
