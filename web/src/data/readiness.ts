import { Readiness, ready } from '@caseloom/contract/system/system'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** The parts of the product and whether each is ready; an unready answer (503) names them too. */
export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: async ({ signal }) => {
    try {
      return (await call(ready, { signal })).parts
    } catch (error) {
      const parts =
        error instanceof ApiError ? Readiness.shape.parts.safeParse(error.problem?.['parts']) : undefined
      if (parts?.success === true) return parts.data
      throw error
    }
  },
  retry: false,
  meta: { quiet: true },
})
