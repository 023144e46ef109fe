import type { Assignment } from '@caseloom/contract/field-types/assignment'
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { onCallQuery } from '../../../../data/on-call.ts'
import { principalsQuery } from '../../../../data/people.ts'
import { useMay, useTenantScope } from '../../../../data/scope.tsx'
import type { FieldOf } from '../../draft/builder-types.ts'

const WAYS = ['roundRobin', 'leastLoaded', 'onCall'] as const

/** Who new records are assigned to while the field is empty. */
export function AssignSettings(props: FieldOf<'user'>) {
  const { field, set } = props
  const { t } = useTranslation('apps')
  const { assign } = field
  return (
    <>
      <Select
        label={t('assign.by')}
        description={assign === undefined ? t('assign.note') : t(`assign.notes.${assign.by}`)}
        placeholder={t('assign.none')}
        clearable
        data={WAYS.map((value) => ({ value, label: t(`assign.ways.${value}`) }))}
        value={assign?.by ?? null}
        onChange={(by) => set({ assign: startOf(by, assign) })}
      />
      {assign?.by === 'onCall' && <ScheduleSelect {...props} assign={assign} />}
      {assign !== undefined && assign.by !== 'onCall' && <TeamSelect {...props} assign={assign} />}
    </>
  )
}

/** The team stays where only the way changes. */
function startOf(by: string | null, before: Assignment | undefined) {
  if (by === null) return undefined
  if (by === 'onCall') return { by, schedule: '' }
  return { by, members: before !== undefined && 'members' in before ? before.members : [] }
}

type Of<By> = Extract<Assignment, { by: By }>

function TeamSelect({
  assign,
  set,
  faultIn,
}: FieldOf<'user'> & { assign: Of<'roundRobin' | 'leastLoaded'> }) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId)).data
  const items = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const chosen = assign.members.map(String)
  const known = [...items(principals?.users), ...items(principals?.groups)]
  // Former users stay selected until they are removed.
  const gone = chosen.filter((id) => known.every(({ value }) => value !== id))
  return (
    <MultiSelect
      label={t('assign.team')}
      required
      searchable
      data={[
        { group: t('people.groups'), items: items(principals?.groups) },
        {
          group: t('people.users'),
          items: [...items(principals?.users), ...gone.map((value) => ({ value, label: t('people.gone') }))],
        },
      ]}
      value={chosen}
      error={faultIn('assign.members')}
      onChange={(members) => set({ assign: { ...assign, members } })}
    />
  )
}

/** A schedule that doesn’t exist stays selected: publishing asks about it. */
function ScheduleSelect({ assign, set, faultIn }: FieldOf<'user'> & { assign: Of<'onCall'> }) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const mayRead = useMay('record:read')
  const query = useQuery({ ...onCallQuery(tenantId), enabled: mayRead })
  const schedules = (query.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }))
  const { schedule } = assign
  const isKnown = schedule === '' || schedules.some(({ value }) => value === schedule)
  return (
    <Select
      label={t('assign.schedule')}
      required
      allowDeselect={false}
      placeholder={query.data?.items.length === 0 ? t('assign.noSchedules') : undefined}
      data={isKnown ? schedules : [...schedules, { value: schedule, label: schedule }]}
      value={schedule === '' ? null : schedule}
      error={faultIn('assign.schedule')}
      onChange={(next) => set({ assign: { by: 'onCall', schedule: next ?? '' } })}
    />
  )
}
