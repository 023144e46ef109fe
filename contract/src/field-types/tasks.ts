import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

export const tasksSettings = { type: z.literal('tasks') }

export const tasksType: FieldTypeRules<SettingsOf<typeof tasksSettings>, keyof typeof tasksKinds> = {
  kind: () => 'tasks',
}

export const tasksKinds = { tasks: traits({ tasks: true, grouped: false }) }
