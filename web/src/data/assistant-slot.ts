import { useSyncExternalStore } from 'react'

/** Where the assistant stands: `minimised` keeps its conversation and its place, `closed` has ended. */
export type AssistantLook = 'closed' | 'minimised' | 'docked' | 'expanded'

const KEY = 'caseloom.assistant'
const listeners = new Set<() => void>()
let held: { tenantId: string; look: AssistantLook } | null = null

function lookOf(tenantId: string): AssistantLook {
  if (held?.tenantId !== tenantId) held = { tenantId, look: kept(tenantId) }
  return held.look
}

/** Kept for the tab, so that a reload finds it as it was; another tenant begins afresh. */
function kept(tenantId: string): AssistantLook {
  const [tenant, look] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  return tenant === tenantId && (look === 'docked' || look === 'expanded' || look === 'minimised')
    ? look
    : 'closed'
}

/** Opens, minimises or closes the assistant in a tenant. */
export function showAssistant(tenantId: string, look: AssistantLook): void {
  held = { tenantId, look }
  sessionStorage.setItem(KEY, `${tenantId} ${look}`)
  for (const listener of listeners) listener()
}

/** How the assistant stands in this tenant. */
export function useAssistantLook(tenantId: string): AssistantLook {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => lookOf(tenantId),
  )
}
