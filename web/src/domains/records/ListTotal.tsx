import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../data/scope.tsx'
import { formatCount } from '../../ui/time.ts'
import { exactTotalQuery, type ListSearch } from './model/records.queries.ts'
import classes from './model/Records.module.css'

interface ListTotalProps {
  appId: string
  search: ListSearch
  shown: number
  total: { value: number; capped: boolean }
}

/** Loaded rows of the total; beyond the cap, all are counted on request. */
export function ListTotal({ appId, search, shown, total }: ListTotalProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const [asked, setAsked] = useState(false)
  const exact = useQuery({ ...exactTotalQuery(tenantId, appId, search), enabled: asked && total.capped })
  if (!total.capped || exact.data !== undefined)
    return t('status', { shown: formatCount(shown), total: formatCount(exact.data ?? total.value) })
  return (
    <>
      {t('status', { shown: formatCount(shown), total: `${formatCount(total.value)}+` })}
      <button
        type="button"
        className={classes.count}
        disabled={exact.isFetching}
        onClick={() => setAsked(true)}
      >
        {exact.isFetching ? t('counting') : t('countAll')}
      </button>
    </>
  )
}
