/** The headings of the specification, and what stands where a requirement comes from elsewhere. */
export const clauses = {
  'Application lifecycle': 'Application lifecycle',
  Authentication: 'Authentication',
  'Common response envelope': 'Common response envelope',
  'Custom field situation': 'Custom field situation',
  Endpoints: 'Endpoints',
  Errors: 'Errors',
  'Homologation procedure': 'Homologation procedure',
  Limits: 'Limits',
  'Listing situation': 'Listing situation',
  Listings: 'Listings',
  'Product category': 'Product category',
  'Resources and their fields': 'Resources and their fields',
  Versioning: 'Versioning',
  'What the service does': 'What the service does',
  profile: 'an assumption of the profile',
  '—': 'outside the specification',
}
