/** What we use of samlp, which brings no types. */
declare module 'samlp' {
  interface ParsedRequest {
    issuer?: string
    id?: string
    assertionConsumerServiceURL?: string
    destination?: string
    forceAuthn?: string
  }
  interface ResponseOptions {
    issuer: string
    cert: string
    key: string
    audience: string
    destination: string
    recipient: string
    inResponseTo: string
    signatureAlgorithm: string
    digestAlgorithm: string
    lifetimeInSeconds?: number
    signResponse?: boolean
    signAssertion?: boolean
    samlStatusCode?: string
    profileMapper: (user: unknown) => {
      getClaims(): Record<string, unknown>
      getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
    }
  }
  const samlp: {
    parseRequest(
      request: { query: Record<string, string> },
      callback: (error: Error | null, data?: ParsedRequest) => void,
    ): void
    getSamlResponse(
      options: ResponseOptions,
      user: object,
      callback: (error: Error | null, response?: string) => void,
    ): void
  }
  export type { ParsedRequest, ResponseOptions }
  export default samlp
}
