import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { showAssistant, useAssistantLook } from '../data/assistant-slot.ts'
import { useTenantScope } from '../data/scope.tsx'
import { addTexts } from '../ui/text/i18n.ts'

addTexts('hero', { name: 'Hero AI' })

/** Opens or closes the assistant. */
export function HeroButton() {
  const { t } = useTranslation('hero')
  const { tenantId } = useTenantScope()
  const look = useAssistantLook(tenantId)
  const isShown = look === 'docked' || look === 'expanded'
  return (
    <Button
      id="hero-ai"
      variant={isShown ? 'light' : 'subtle'}
      color={isShown ? 'accent' : 'gray'}
      leftSection={<IconSparkles size={16} stroke={1.6} aria-hidden />}
      aria-pressed={isShown}
      onClick={() => showAssistant(tenantId, isShown ? 'minimised' : 'docked')}
    >
      {t('name')}
    </Button>
  )
}
