import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ReactNode } from 'react'
import type { SchemaField } from '../../../../ui/schema-form/schema-fields.ts'
import { roleOf } from './controls.ts'
import type { Path } from '../model/places.ts'
import { CasesEditor } from './CasesEditor.tsx'
import { CodeField } from './CodeField.tsx'
import { ComponentInputs, ComponentSelect } from './ComponentFields.tsx'
import { LazyCondition } from './LazyCondition.tsx'
import { PeopleField } from './PeopleField.tsx'
import { AppSelect, FieldChoice, FieldMapper } from './RecordFields.tsx'
import { isFlatFilter, RecordFilter } from './RecordFilter.tsx'
import { SchemaEditor } from './SchemaEditor.tsx'
import { TableColumnSelect, TableSelect, TableValues } from './TableFields.tsx'

export interface SpecialProps {
  action: ActionView
  property: SchemaField
  path: Path
  /** The entire input: options of one property may depend on another. */
  value: JsonObject
  set: (value: JsonValue | undefined) => void
  readOnly: boolean
  /** The expression editor is shown, whatever is in it. */
  asExpression: boolean
}

export function specialField(props: SpecialProps): ReactNode | undefined {
  const { action, property, path, value, set, readOnly, asExpression } = props
  const { name, label, required } = property
  const here = value[name]
  const words = { label, path: [...path, name], required, readOnly }
  const role = roleOf(action.name, name, action.lazy)
  if (asExpression && role !== 'condition' && role !== 'code') return undefined
  switch (role) {
    case 'app':
      return <AppSelect key={name} {...words} value={here} onChange={set} />
    case 'match':
    case 'fields':
      return (
        <FieldMapper
          key={name}
          {...words}
          app={value['app']}
          match={role === 'match'}
          value={here}
          onChange={set}
        />
      )
    case 'filter':
      return isFlatFilter(here) ? (
        <RecordFilter key={name} {...words} app={value['app']} value={here} onChange={set} />
      ) : undefined
    case 'field':
    case 'fieldList':
      return (
        <FieldChoice
          key={name}
          {...words}
          app={value['app']}
          several={role === 'fieldList'}
          action={action.name}
          value={here}
          onChange={set}
        />
      )
    case 'people':
      return <PeopleField key={name} {...words} value={here} onChange={set} />
    case 'component':
      return <ComponentSelect key={name} {...words} value={here} onChange={set} />
    case 'componentInputs':
      return (
        <ComponentInputs key={name} {...words} component={value['component']} value={here} onChange={set} />
      )
    case 'table':
      return <TableSelect key={name} {...words} value={here} onChange={set} />
    case 'tableColumn':
      return <TableColumnSelect key={name} {...words} table={value['table']} value={here} onChange={set} />
    case 'tableValues':
      return <TableValues key={name} {...words} table={value['table']} value={here} onChange={set} />
    case 'cases':
      return <CasesEditor key={name} {...words} value={here} onChange={set} />
    case 'condition':
      return (
        <LazyCondition
          key={name}
          {...words}
          action={action.name}
          list={value['items']}
          value={here}
          onChange={set}
        />
      )
    case 'schema':
      return <SchemaEditor key={name} {...words} value={here} onChange={set} />
    case 'code':
      return <CodeField key={name} {...words} value={here} onChange={set} />
    case 'plain':
      return undefined
  }
}
