import type { AppView } from '@caseloom/contract/apps/apps'
import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import classes from './Computed.module.css'

/** Progress of a backfill or type change, above the list. */
export function AppWork({ app }: { app: AppView }) {
  const { t } = useTranslation('records')
  const client = useQueryClient()
  const { tenantId } = useTenantScope()
  const changing = app.changing?.refused === null ? app.changing : undefined
  const work = app.computing ?? changing
  const isWorking = work !== undefined
  const wasWorking = useRef(isWorking)
  useEffect(() => {
    // The list shows what was read before the last values were ready.
    if (wasWorking.current && !isWorking)
      void client.invalidateQueries({ queryKey: keys.list(tenantId, 'records', app.id) })
    wasWorking.current = isWorking
  }, [isWorking, client, tenantId, app.id])
  if (work === undefined) return null
  const labels = changing?.fields.map((key) => app.fields.find((field) => field.key === key)?.label ?? key)
  const percent =
    work.total === null || work.total === 0 ? 0 : Math.min(99, Math.floor((100 * work.done) / work.total))
  return (
    <div className={classes.work} role="status">
      <Loader size={12} aria-hidden />
      {labels === undefined
        ? t('computed.working', { percent })
        : t('computed.changing', { percent, fields: labels.join(', ') })}
    </div>
  )
}
