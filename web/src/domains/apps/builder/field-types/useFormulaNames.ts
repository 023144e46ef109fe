import type { Field } from '@caseloom/contract/field-types/fields'
import { FORMULA_FACTS } from '@caseloom/playbook/formula'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupName, type KnownName } from '../../../../ui/expression/known-name.ts'
import { pathPills } from '../../../../ui/expression/path-pills.ts'
import type { AppDraft } from '../../draft/app-draft.ts'
import { leafName, typeOfField } from '../../model/expression-names.ts'

/** Fields without a value that a formula could read. */
export function isValueless(type: Field['type']): boolean {
  return type === 'system' || type === 'comments' || type === 'reference'
}

/** What the formula of a field can read, and how it is drawn. */
export function useFormulaNames(own: string, fields: AppDraft['fields']) {
  const { t } = useTranslation('apps')
  const { t: say } = useTranslation('fields')
  return useMemo(() => {
    const names: KnownName[] = [
      ...fields
        .filter(({ key, type }) => key !== own && !isValueless(type))
        .map((field) =>
          leafName(field.key, {
            type: typeOfField(field),
            label: field.label,
            typeLabel: t(`kinds.${field.type}`),
          }),
        ),
      ...FORMULA_FACTS.map((key) =>
        leafName(key, {
          type: 'text',
          label: say(`system.${key}`),
          typeLabel: t(key.endsWith('_at') ? 'kinds.datetime' : 'kinds.user'),
        }),
      ),
    ]
    // The same names can have `record.` before them.
    const parts = names.map((name) => ({ ...name, path: `record.${name.path}` }))
    const record: KnownName = { ...groupName('record', 'record', parts, t('formula.record')), isAlias: true }
    const known = [...names, record]
    return { names: known, pills: pathPills(known, {}) }
  }, [own, fields, t, say])
}
