import type { AppView } from '@caseloom/contract/apps/apps'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/admin/Settings.tsx'

const MAX_NAMED = 10

export function ChangeNotice({ app }: { app: AppView }) {
  const { t } = useTranslation('apps')
  const { changing } = app
  if (changing === undefined) return null
  const label = (key: string) => app.fields.find((field) => field.key === key)?.label ?? key
  if (changing.refused === null) {
    const percent = changing.total ? Math.min(99, Math.floor((100 * changing.done) / changing.total)) : 0
    const fields = changing.fields.map(label).join(', ')
    return (
      <div role="status">
        <Notice>{t('typeChange.working', { fields, percent })}</Notice>
      </div>
    )
  }
  return changing.refused.map(({ field, reason, count, records }) => (
    <div key={field} role="status">
      <Notice kind="warning">
        {t(`typeChange.refused.${reason}`, { field: label(field), count: count ?? 0 })}
        {records.length > 0 && ` ${t('typeChange.records', { ids: records.slice(0, MAX_NAMED).join(', ') })}`}
      </Notice>
    </div>
  ))
}
