import type { OnCallLayer, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { onCallSchedulesQuery } from '../../../data/on-call.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useMergedSave } from '../../../ui/draft/use-merged-save.ts'
import { toast } from '../../../ui/toast.tsx'
import { addSchedule, refreshOnCall, saveSchedule } from './on-call.queries.ts'
import { formOf, type ScheduleForm } from './schedule-form.ts'

type Done = (schedule: OnCallScheduleView) => void

/** IDs of people come from the list of people: the server checks them again. */
function bodyOf({ name, zone, layers }: ScheduleForm) {
  return { name, zone, layers: layers as OnCallLayer[] }
}

/** Creates a schedule. */
export function useCreateSchedule(onDone: Done) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, form }: { key: string; form: ScheduleForm }) =>
      addSchedule(tenantId, { key, ...bodyOf(form) }),
    onSuccess: async (saved) => {
      toast({ kind: 'success', title: t('form.created', { name: saved.name }) })
      await refreshOnCall(client, tenantId)
      onDone(saved)
    },
  })
}

interface Options {
  onDone: Done
  /** Someone else changed other parts: what the form is from now on. */
  onMerged: (form: ScheduleForm) => void
}

/** Saves a schedule; merges with what someone else saved meanwhile, or asks which side counts. */
export function useSaveSchedule({ onDone, onMerged }: Options, scheduleId: string | undefined) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMergedSave<ScheduleForm, OnCallScheduleView>({
    formOf,
    save: (form, over) => saveSchedule(tenantId, over.id, { ...bodyOf(form), revision: over.revision }),
    isConflict: (error) => hasCode(error, 'resource.version_conflict'),
    newest: async () => {
      const { items } = await client.fetchQuery({ ...onCallSchedulesQuery(tenantId), staleTime: 0 })
      return items.find(({ id }) => id === scheduleId) ?? null
    },
    onSaved: (saved) => {
      toast({ kind: 'success', title: t('form.saved', { name: saved.name }) })
      void refreshOnCall(client, tenantId)
      onDone(saved)
    },
    onMerged: (_stored, merged) => {
      onMerged(merged)
      return true
    },
  })
}
