import { z } from 'zod'
import { route } from '../kernel/route.ts'
import { MAX_TABLE_QUESTIONS, TableAnswer, TableQuestion } from './table-answers.ts'

export const lookUpValues = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/table-lookups',
  summary:
    'Returns whether values are in reference tables, as form logic looks them up: for trying and testing rules',
  needs: 'app:build',
  body: z.strictObject({ lookups: z.array(TableQuestion).max(MAX_TABLE_QUESTIONS) }),
  reply: z.object({ lookups: z.array(TableAnswer) }),
})
