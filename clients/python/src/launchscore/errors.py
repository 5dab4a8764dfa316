"""The errors of the client."""

from typing import TYPE_CHECKING, List, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing import Literal

    from .api import ErrorCode

    Code = Union[ErrorCode, Literal["connection", "timeout", "unexpected"]]


class ErrorDetail(TypedDict):
    path: str
    message: str


class LaunchscoreError(Exception):
    """A request that failed. `code` says why.

    It is a code of the API, or `connection`: no whole response arrived; `timeout`: none arrived in time; `unexpected`:
    the response is not one of the API, but a proxy's, for example.
    """

    def __init__(
        self,
        message: str,
        *,
        code: "Code",
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: Optional[List[ErrorDetail]] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: The HTTP status; None without a response.
        self.status = status
        #: The `X-Request-Id` of the response. Name it when you ask the operator.
        self.request_id = request_id
        #: On `bad_request`: the invalid fields.
        self.details = details or []
        #: The time to wait before another request, as the service asks.
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
