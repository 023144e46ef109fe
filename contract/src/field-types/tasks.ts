import { z } from 'zod'
import { type FieldTypeRules, traits } from './field-type.ts'

export const tasksSettings = { type: z.literal('tasks') }

export const tasksType: FieldTypeRules<'tasks'> = { kind: () => 'tasks' }

export const tasksKinds = { tasks: traits({ tasks: true, grouped: false }) }
