/** Where the OpenAPI document stands on the app origin. */
export const OPENAPI_PATH = '/api/v1/openapi';

/** The document's address, as pages, headers and answers tell it. */
export const openapiUrl = ({ appUrl }: { readonly appUrl: string }): string => `${appUrl}${OPENAPI_PATH}`;
