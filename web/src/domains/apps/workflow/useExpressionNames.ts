import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { groupName } from '../../../ui/expression/known-name.ts'
import { pathPills } from '../../../ui/expression/path-pills.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appsEn } from '../model/apps.en.ts'
import { leafName, typeOfField } from '../model/expression-names.ts'
import { useWorkflow } from './model/editor-context.ts'

addTexts('apps', appsEn)

const HUES = { record: 'trigger', before: 'trigger', actor: 'other', opened: 'other' } as const

/** What expressions of rules can read, and how it is drawn in them. */
export function useExpressionNames() {
  const { t } = useTranslation('workflow-editor')
  const { t: kinds } = useTranslation('apps')
  const { words } = useWorkflow()
  const { subjects } = words
  return useMemo(() => {
    const fields = (root: 'record' | 'before', labelOf: (label: string) => string) =>
      subjects.map((subject) =>
        leafName(`${root}.${subject.key}`, {
          type: typeOfField(subject.field),
          label: labelOf(subject.label),
          typeLabel: kinds(`kinds.${subject.type}`),
        }),
      )
    const names = [
      groupName(
        'record',
        'record',
        fields('record', (label) => label),
        t('subjects.now'),
      ),
      groupName(
        'before',
        'before',
        fields('before', (field) => t('subjects.beforeField', { field })),
        t('subjects.before'),
      ),
      groupName(
        'actor',
        'actor',
        [
          leafName('actor.id', { type: 'text', label: t('actors.user') }),
          leafName('actor.kind', { type: 'text', label: t('actors.kind') }),
          leafName('actor.groups', { type: 'list', label: t('actors.group'), typeLabel: t('types.list') }),
          leafName('actor.roles', { type: 'list', label: t('actors.role'), typeLabel: t('types.list') }),
        ],
        t('subjects.actor'),
      ),
      leafName('opened', { type: 'text', label: t('subjects.opened') }),
    ]
    return { names, pills: pathPills(names, HUES) }
  }, [subjects, t, kinds])
}
