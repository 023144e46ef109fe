/**
 * The public key behind the licence that every copy of the product carries. Its private half was thrown away when
 * the licence had been signed: whoever issues licences of their own lists their keys in CASELOOM_LICENSE_KEYS.
 */
export const BUILT_IN_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'MepQ7hM3K1z402I35q5hqZRsenSu52FqKVtvs0wNnzo',
  kid: 'lpQLxsw5u75NoswU',
} as const

/** The perpetual licence of the community edition: for everybody, without limits. */
export const COMMUNITY_LICENSE = [
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImxwUUx4c3c1dTc1Tm9zd1UiLCJ0eXAiOiJjYXNlbG9vbS1saWNlbnNlIn0.ey',
  'JsaWNlbnNlSWQiOiJjb21tdW5pdHktMSIsImlzc3VlZFRvIjoiVGhlIENhc2Vsb29tIGNvbW11bml0eSIsInZhbGlk',
  'RnJvbSI6IjIwMjYtMDEtMDFUMDA6MDA6MDAuMDAwWiIsInZhbGlkVW50aWwiOm51bGwsImxpbWl0cyI6e319.X4luk',
  'OwSIhvYHrbOFXDSSkzRrpwAXJJMSTCX98Z3RwvDWB9RfBoKEbWSNL3flZ_H61qLGb2CXE68fA0GHUTVBw',
].join('')
