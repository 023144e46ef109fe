import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { isObject, type Path } from '../model/places.ts'
import { AssetSelect } from './AssetField.tsx'
import { propertiesOf } from './controls.ts'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import { PropertyFields } from './PropertyFields.tsx'
import { specialField } from './special-field.tsx'

interface ActionInputProps {
  action: ActionView
  /** The part of the playbook that names the action, with its `asset` and `with`. */
  part: JsonObject
  path: Path
  readOnly: boolean
  onChange: (part: JsonObject) => void
}

/** The asset and the input of an action outside of the steps: an undo, a poll. */
export function ActionInput({ action, part, path, readOnly, onChange }: ActionInputProps) {
  const place = [...path, 'with']
  const value = isObject(part['with']) ? part['with'] : {}
  return (
    <>
      {action.asset !== null && (
        <AssetSelect
          path={[...path, 'asset']}
          value={typeof part['asset'] === 'string' ? part['asset'] : null}
          connector={action.asset}
          readOnly={readOnly}
          onChange={(next) => onChange(withMember(part, 'asset', next ?? undefined))}
        />
      )}
      <PropertyFields
        key={action.name}
        properties={propertiesOf(action.input)}
        path={place}
        root={action.input}
        value={value}
        readOnly={readOnly}
        onChange={(next) => onChange({ ...part, with: next })}
        special={(property, set, asExpression) =>
          specialField({ action, property, path: place, value, set, readOnly, asExpression })
        }
      />
    </>
  )
}
