import type { AppView } from '@caseloom/contract/apps/apps'
import { holdsPeople } from '@caseloom/contract/field-types/field-kind'
import { type RecordView, updateRecord } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { isOfferedBy } from '../editors/ChoiceEditor.tsx'
import { keepSaved } from '../model/records.queries.ts'
import { promoteEn } from './promote.en.ts'

addTexts('promote', promoteEn)

/** Assigns the record to the user, in addition to its assignees: for apps with an assignee field. */
export function AssignToMe({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('promote')
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const field = app.fields.find(({ key }) => key === app.assigneeField)
  const people = usePeople()
  const me = people.all.find(({ id }) => id === userId)
  const value = field === undefined ? undefined : record.fields[field.key]
  const others = Array.isArray(value) ? value : []
  const mine = field !== undefined && 'multiple' in field && field.multiple ? [...others, userId] : userId
  const mutation = useMutation({
    mutationFn: () =>
      call(updateRecord, {
        params: { tenantId, appId: app.id, recordId: record.id },
        body: { version: record.version, fields: field === undefined ? {} : { [field.key]: mine } },
      }),
    onSuccess: (saved) => {
      keepSaved(client, tenantId, saved)
      toast({ kind: 'success', title: t('assigned') })
    },
    onError: (error) => toast({ kind: 'error', title: describeError(error).text }),
  })
  if (
    field === undefined ||
    !holdsPeople(field) ||
    value === undefined ||
    !record.can.update ||
    field.readOnly
  )
    return null
  if (value === userId || others.includes(userId) || !isOfferedBy(field, userId, me?.groups)) return null
  return (
    <Button variant="default" loading={mutation.isPending} onClick={() => mutation.mutate()}>
      {t('assign')}
    </Button>
  )
}
