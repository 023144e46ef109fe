import type { AppView } from '@caseloom/contract/apps/apps'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { quickEn } from './quick.en.ts'

addTexts('quick', quickEn)

/** `C` begins a record, or says why the user can't. */
export function useCreateKey(app: AppView): void {
  const { t } = useTranslation('quick')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const run = () => {
    if (app.can.createRecord) return void navigate({ to: paths.newRecord(scope, app.id) })
    toast({
      kind: 'info',
      title: t(app.archived === true ? 'create.archived' : 'create.refused', { app: app.name }),
    })
  }
  useKeyActions([{ keys: ['C'], label: t('keys.create'), run }])
}
