import { useFullscreenElement } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../data/keys.ts'
import { toast } from '../../ui/toast.tsx'

/** A wall shows figures of "the last 24 hours" for days: they change without an event, too. */
const REFRESH_MS = 60_000

/** Shows an element over the whole screen, as on a wall, where its figures are refreshed every minute. */
export function useFullScreen(tenantId: string) {
  const { t } = useTranslation('workspaces')
  const { ref: attach, toggle, fullscreen: isFull } = useFullscreenElement<HTMLDivElement>()
  const client = useQueryClient()
  useEffect(() => {
    if (!isFull) return
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'widgets') }),
      REFRESH_MS,
    )
    return () => clearInterval(timer)
  }, [isFull, client, tenantId])
  const enter = () =>
    void toggle().catch(() => toast({ kind: 'error', title: t('dashboards.fullScreenFailed') }))
  return { attach, isFull, enter }
}
