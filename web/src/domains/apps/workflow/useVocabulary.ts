import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { useActorNames } from '../../../data/people.ts'
import { useTables } from '../../../data/tables.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { linkedSubjects, tableWords, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { appButtonsQuery } from '../model/apps.queries.ts'
import { mergedSections } from './model/form-items.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Fields as conditions name them: new ones have no ID yet. */
function draftFields(edited: EditedApp): Field[] {
  return edited.draft.fields.map((field) => ({ ...field, id: field.id ?? NO_ID }) as Field)
}

const NO_BUTTONS: readonly { id: string; label: string }[] = []

/** Buttons that playbooks add to records; an applet has no records of its own. */
export function useAppButtons({ base, source }: EditedApp): readonly { id: string; label: string }[] {
  const { tenantId } = useTenantScope()
  const query = useQuery({ ...appButtonsQuery(tenantId, base.id), enabled: source.kind === 'app' })
  return query.data ?? NO_BUTTONS
}

export function useVocabulary(
  edited: EditedApp,
  buttons: readonly { id: string; label: string }[],
): Vocabulary {
  const { t: field } = useTranslation('fields')
  const { t: say } = useTranslation('workflow')
  const { people, role } = useActorNames()
  const { base, draft } = edited
  const others = useLinkedApps(draft.fields)
  const tables = useTables()
  return useMemo(() => {
    return {
      subjects: filterSubjects({ ...base, fields: draftFields(edited) } satisfies AppView, field),
      linked: linkedSubjects(others, field),
      layout: mergedSections(draft),
      people,
      role: (id: string) => role(id) ?? say('when.unknown.role'),
      table: tableWords(tables),
      button: (id: string) => buttons.find((one) => one.id === id)?.label ?? id,
      field,
      say,
    }
    // The fields and the layout are all that is read of the draft.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [base, draft.fields, draft.layout, draft.layouts, others, tables, people, role, buttons, field, say])
}
