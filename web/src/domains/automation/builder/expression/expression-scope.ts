import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createContext, use } from 'react'
import type { KnownName } from '../../../../ui/expression/known-name.ts'

export interface ExpressionScope {
  names: readonly KnownName[]
  scope: JsonObject
  /** False without any samples: nothing can be previewed. */
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
