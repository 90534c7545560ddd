/** Path of the OpenAPI document on the app origin. */
export const OPENAPI_PATH = '/api/v1/openapi';

/** The document's address for pages, headers and answers. */
export const openapiUrl = ({ appUrl }: { readonly appUrl: string }): string => `${appUrl}${OPENAPI_PATH}`;
