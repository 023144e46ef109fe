import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isObject } from '../model/places.ts'
import { AnyField } from './AnyField.tsx'
import { AddButton, RemoveButton } from './GroupFields.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { StepPartProps } from './step-part.ts'

const WITH_OUTPUT: ReadonlySet<unknown> = new Set(['flow.forEach', 'flow.repeat', 'flow.try'])

export function BlockParts({ found, readOnly, change }: StepPartProps) {
  const { t } = useTranslation('panel')
  const { step, path } = found
  if (step['action'] === 'flow.parallel')
    return (
      <Branches
        step={step}
        readOnly={readOnly}
        onChange={(next) => change(next, `${path.join('/')}/branches`)}
      />
    )
  if (!WITH_OUTPUT.has(step['action'])) return null
  return (
    <Section title={t('block.gives')}>
      <AnyField
        label={t('block.output')}
        name="output"
        path={[...path, 'output']}
        schema={{ description: t('block.outputHelp') }}
        root={{}}
        value={step['output']}
        required={false}
        readOnly={readOnly}
        tools={undefined}
        onChange={(next) => change(withMember(step, 'output', next), `${path.join('/')}/output`)}
      />
    </Section>
  )
}

interface BranchesProps {
  step: JsonObject
  readOnly: boolean
  onChange: (step: JsonObject) => void
}

function Branches({ step, readOnly, onChange }: BranchesProps) {
  const { t } = useTranslation('panel')
  const list: JsonValue[] = Array.isArray(step['branches']) ? step['branches'] : []
  const branches = list.map((one) => (isObject(one) ? one : {}))
  const write = (next: JsonObject[]) => onChange({ ...step, branches: next })
  return (
    <Section title={t('block.branches')}>
      <ul className={classes.rows}>
        {branches.map((branch, at) => {
          const key = String(branch['key'] ?? '')
          const isEmpty = !Array.isArray(branch['steps']) || branch['steps'].length === 0
          return (
            <li key={at} className={classes.row}>
              <TextInput
                className={classes.grow}
                label={t('block.branch', { number: at + 1 })}
                value={typeof branch['title'] === 'string' ? branch['title'] : ''}
                placeholder={key}
                readOnly={readOnly}
                onChange={(event) =>
                  write(
                    branches.with(at, withMember(branch, 'title', event.currentTarget.value || undefined)),
                  )
                }
              />
              {!readOnly && isEmpty && branches.length > 1 && (
                <RemoveButton
                  label={t('block.removeBranch', { key })}
                  onClick={() => write(branches.toSpliced(at, 1))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {!readOnly && (
        <AddButton
          label={t('block.addBranch')}
          onClick={() => write([...branches, { key: freeKey(branches), steps: [] }])}
        />
      )}
    </Section>
  )
}

function freeKey(branches: readonly JsonObject[]): string {
  for (let number = branches.length + 1; ; number++) {
    const key = `branch${number}`
    if (!branches.some((one) => one['key'] === key)) return key
  }
}
