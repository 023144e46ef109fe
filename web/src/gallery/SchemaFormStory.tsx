import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useState } from 'react'
import { JsonView } from '../ui/JsonView.tsx'
import { SchemaForm } from '../ui/schema-form/SchemaForm.tsx'
import { startingValue } from '../ui/schema-form/schema-values.ts'
import { Story } from './Story.tsx'

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['reason', 'severity'],
  properties: {
    reason: { type: 'string', format: 'textarea', description: 'What the owner will read.' },
    severity: { enum: ['low', 'medium', 'high'], default: 'medium' },
    owner: { type: 'string', format: 'email' },
    ticket: { type: 'string', format: 'uri', title: 'Link to the ticket' },
    until: { type: 'string', format: 'date-time' },
    hosts: { type: 'array', items: { type: 'string' } },
    zones: { type: 'array', items: { enum: ['Office', 'Plant', 'Cloud'] } },
    attempts: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    keepSensor: { type: 'boolean', default: true },
    window: {
      type: 'object',
      title: 'Maintenance window',
      properties: { day: { type: 'string', format: 'date' }, hours: { type: 'number' } },
    },
    extra: { type: 'array', items: { type: 'object' }, description: 'Anything else, as JSON.' },
  },
}

export function SchemaFormStory() {
  const [value, setValue] = useState(() => startingValue(SCHEMA))
  return (
    <>
      <Story title="Form of a schema">
        <SchemaForm
          schema={SCHEMA}
          value={value}
          onChange={setValue}
          issues={[
            { path: ['reason'], message: 'is missing' },
            { path: ['window', 'hours'], message: 'must be at most 12' },
          ]}
        />
      </Story>
      <Story title="Its value">
        <JsonView title="Value" value={value} />
      </Story>
    </>
  )
}
