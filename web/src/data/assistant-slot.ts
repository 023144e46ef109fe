import { useSyncExternalStore } from 'react'

/** `minimised` keeps the conversation and its position; `closed` ends it. */
export type AssistantLook = 'closed' | 'minimised' | 'docked' | 'expanded'

const KEY = 'caseloom.assistant'
const listeners = new Set<() => void>()
let held: { tenantId: string; look: AssistantLook } | null = null

function lookOf(tenantId: string): AssistantLook {
  if (held?.tenantId !== tenantId) held = { tenantId, look: storedLook(tenantId) }
  return held.look
}

/** Stored for the tab, so that a reload restores it; another tenant starts fresh. */
function storedLook(tenantId: string): AssistantLook {
  const [tenant, look] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  return tenant === tenantId && (look === 'docked' || look === 'expanded' || look === 'minimised')
    ? look
    : 'closed'
}

export function showAssistant(tenantId: string, look: AssistantLook): void {
  held = { tenantId, look }
  sessionStorage.setItem(KEY, `${tenantId} ${look}`)
  for (const listener of listeners) listener()
}

export function useAssistantLook(tenantId: string): AssistantLook {
  return useSyncExternalStore(
    (wake) => {
      listeners.add(wake)
      return () => listeners.delete(wake)
    },
    () => lookOf(tenantId),
  )
}
