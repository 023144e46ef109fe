import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const HASH = '44d88612fea8a8f36de82e1278abb02f'
const pulse = {
  id: '5f3a',
  name: 'Phishing kit',
  description: '',
  author_name: 'ana',
  adversary: null,
  tags: ['phishing'],
  created: '2026-11-19T10:00:00',
  modified: '2026-11-20T10:00:00',
}
const general = (indicator: string, type: string, validation: JsonValue[] = []) => ({
  indicator,
  type,
  pulse_info: { count: 1, pulses: [{ id: '5f3a', name: 'Phishing kit' }] },
  validation,
})

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://otx.alienvault.com' },
  actions: {
    'otx.ipReport': {
      input: { ip: '198.51.100.7' },
      sends: 'GET /api/v1/indicators/IPv4/198.51.100.7/general',
      answers: general('198.51.100.7', 'IPv4'),
      output: {
        verdict: 'suspicious',
        score: null,
        summary: 'Named in 1 pulses',
        link: 'https://otx.alienvault.com/indicator/ip/198.51.100.7',
      },
    },
    'otx.ipv6Report': {
      input: { ip: '2001:db8::7' },
      sends: 'GET /api/v1/indicators/IPv6/2001%3Adb8%3A%3A7/general',
      answers: general('2001:db8::7', 'IPv6'),
      output: { verdict: 'suspicious' },
    },
    'otx.domainReport': {
      input: { domain: 'example.org' },
      sends: 'GET /api/v1/indicators/domain/example.org/general',
      answers: general('example.org', 'domain', [
        { source: 'whitelist', message: 'Whitelisted domain', name: 'Whitelisted domain' },
      ]),
      output: { verdict: 'benign' },
    },
    'otx.hostReport': {
      input: { host: 'mail.example.org' },
      sends: 'GET /api/v1/indicators/hostname/mail.example.org/general',
      answers: { ...general('mail.example.org', 'hostname'), pulse_info: { count: 0, pulses: [] } },
      output: { verdict: 'unknown' },
    },
    'otx.fileReport': {
      input: { hash: HASH },
      sends: `GET /api/v1/indicators/file/${HASH}/general`,
      answers: general(HASH, 'FileHash-MD5'),
      output: { verdict: 'suspicious', raw: { indicator: HASH } },
    },
    'otx.searchPulses': {
      input: { query: 'phishing' },
      sends: 'GET /api/v1/search/pulses?q=phishing&limit=25',
      answers: { count: 1, results: [pulse], next: null },
      output: { items: [{ id: '5f3a' }], more: false },
    },
    'otx.subscribedPulses': {
      input: { modified_since: '2026-11-01T00:00:00Z' },
      sends: 'GET /api/v1/pulses/subscribed?modified_since=2026-11-01T00:00:00Z&limit=20',
      answers: { count: 1, results: [pulse], next: null },
      output: { items: [{ name: 'Phishing kit' }], more: false },
    },
  },
}
