// Property tests need no further imports for stages, scripts and expectations.
@_exported public import GestureTesting
